import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import first from './src/i18n/en/page.json' with { type: 'json' };
import { sprite } from './tiles/sprite.ts';

/** The sprite stands at a fixed address, /tiles.svg, since other apps use it too. */
function tileSprite(): Plugin {
  return {
    name: 'tile-sprite',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'tiles.svg', source: sprite() });
    },
    configureServer(server) {
      server.middlewares.use('/tiles.svg', (_request, response) => {
        response.setHeader('Content-Type', 'image/svg+xml').end(sprite());
      });
    },
  };
}

/** A language's file as two: `?first` has the texts of the first screen, `?rest` all others. */
function textsInTwo(): Plugin {
  return {
    name: 'texts-in-two',
    enforce: 'pre',
    transform(json, id) {
      const [part] = /(?<=\.json\?)(?:first|rest)$/.exec(id) ?? [];
      if (!part) return null;
      const texts = Object.entries(JSON.parse(json)).filter(([each]) => each in first === (part === 'first'));
      return { code: `export default ${JSON.stringify(Object.fromEntries(texts))}`, moduleType: 'js', map: null };
    },
  };
}

const BASE = '/static/';

/** Where the service serves a built file: the page and the sprite stand at addresses of their own. */
const ADDRESSES: Readonly<Record<string, string>> = { 'index.html': '/', 'tiles.svg': '/tiles.svg' };

/** Serves the page while the network is away; the numbers come from the service alone. */
const offline = VitePWA({
  injectRegister: null,
  manifest: false,
  filename: 'sw.js',
  workbox: {
    inlineWorkboxRuntime: true,
    sourcemap: false,
    globPatterns: ['index.html', 'tiles.svg', 'icon.svg', 'manifest.json', 'assets/*'],
    dontCacheBustURLsMatching: /assets\//,
    manifestTransforms: [
      (entries) => ({
        manifest: entries.map((entry) => ({ ...entry, url: ADDRESSES[entry.url] ?? BASE + entry.url })),
      }),
    ],
    modifyURLPrefix: {},
    navigateFallback: '/',
    navigateFallbackAllowlist: [/^\/(\?.*)?$/],
    ignoreURLParametersMatching: [/./],
    cleanupOutdatedCaches: true,
    clientsClaim: true,
    skipWaiting: true,
  },
});

/** The client for TypeScript as its sources stand: what others install is built of them. */
const CLIENT = new URL('../clients/typescript/src/index.ts', import.meta.url).pathname;

export default defineConfig({
  base: BASE,
  plugins: [textsInTwo(), tileSprite(), offline],
  resolve: { alias: { 'pung-chow-client': CLIENT } },
  build: {
    outDir: '../service/pung_chow_settlement/static',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: false,
    // The notices of all that is built in, as their licences ask; that of the worker's library is in public/.
    license: { fileName: 'licences.txt' },
    rolldownOptions: {
      // All that the first screen needs is one file, since a file more would be a head more.
      output: { codeSplitting: { groups: [{ name: 'index', tags: ['$initial'] }] } },
    },
  },
  server: { proxy: { '/v1': 'http://127.0.0.1:8000' }, fs: { allow: ['..'] } },
});
