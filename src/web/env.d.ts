/// <reference types="vite/client" />
declare module '@fontsource-variable/manrope/files/*' {
  const url: string
  export default url
}
