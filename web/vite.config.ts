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

/** The first screen, with what it imports, is asked for with the page: each file that is found in another costs a round trip. */
function preloadFirstScreen(): Plugin {
  return {
    name: 'preload-first-screen',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((each) => each.type === 'chunk');
        const first = chunks.find(({ fileName }) => /\/app-[^/]*\.js$/.test(fileName));
        const begun = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
        const needed = first ? [first.fileName, ...first.imports.filter((file) => !begun.has(file))] : [];
        const link = (rel: string, file: string) => ({
          tag: 'link',
          attrs: { rel, crossorigin: true, href: BASE + file },
          injectTo: 'head' as const,
        });
        const styles = [...(first?.viteMetadata?.importedCss ?? [])];
        return [
          ...needed.map((file) => link('modulepreload', file)),
          ...styles.map((file) => link('stylesheet', file)),
        ];
      },
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

interface Modules {
  readonly getModuleInfo: (id: string) => { readonly importers: readonly string[] } | null;
}

/** Whether a module is there as soon as the one at `root` is. */
function comesWith(root: string, id: string, modules: Modules, seen = new Set<string>()): boolean {
  if (id.endsWith(root)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return (modules.getModuleInfo(id)?.importers ?? []).some((importer) => comesWith(root, importer, modules, seen));
}

/**
 * The first screen is one file beside the one that begins: a file more would be a head more. What it needs in another
 * language is one file too, `first-de`, which the service names in the head of its response.
 */
function firstScreen(id: string, modules: Modules): string | null {
  const [, language] = /(?:i18n\/(\w+)\.json\?first|rulebooks\/(\w+)\.json)$/.exec(id)?.filter(Boolean) ?? [];
  if (language && language !== 'en') return `first-${language}`;
  return comesWith('/src/app.tsx', id, modules) && !comesWith('/src/main.tsx', id, modules) ? 'app' : null;
}

export default defineConfig({
  base: BASE,
  plugins: [textsInTwo(), tileSprite(), preloadFirstScreen(), offline],
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
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: firstScreen, debugName: 'first screen' }],
        },
      },
    },
  },
  server: { proxy: { '/v1': 'http://127.0.0.1:8000' }, fs: { allow: ['..'] } },
});
