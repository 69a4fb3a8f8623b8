import { type Plugin, defineConfig } from 'vite';
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

export default defineConfig({
  base: '/static/',
  plugins: [tileSprite()],
  build: {
    outDir: '../service/static',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/v1': 'http://127.0.0.1:8000' } },
});
