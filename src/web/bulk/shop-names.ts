import type { Shop } from '#catalogue/shop-exports.ts'

/** As they write themselves, in both languages. */
export const SHOP_NAMES = {
  woocommerce: 'WooCommerce',
  shopify: 'Shopify',
  opencart: 'OpenCart',
  prestashop: 'PrestaShop',
  magento: 'Magento',
  cloudcart: 'CloudCart',
} satisfies Record<Shop, string>
