/** Of your shop and your plugin; `keys` is what https://your.shop/api/licenses/keys.json shows. */
globalThis.SETTINGS = {
  shop: 'http://localhost:3000',
  productId: 'curva-motion',
  pluginVersion: '1.0.0',
  keys: [],
};
