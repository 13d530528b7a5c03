import type { Shop } from '#pricelist/columns/shop-exports.ts'

/** As they write themselves, in both languages. */
export const SHOP_NAMES = {
  woocommerce: 'WooCommerce',
  shopify: 'Shopify',
  opencart: 'OpenCart',
  prestashop: 'PrestaShop',
  magento: 'Magento',
  cloudcart: 'CloudCart',
} satisfies Record<Shop, string>
