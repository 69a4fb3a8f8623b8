import { signal } from '@preact/signals';
import { t } from '../i18n/page.ts';

/** What a browser offers that can put the page on the home screen; no type of the platform describes it. */
interface InstallOffer extends Event {
  readonly prompt: () => Promise<unknown>;
}

const offer = signal<InstallOffer | null>(null);

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  offer.value = event as InstallOffer;
});
addEventListener('appinstalled', () => {
  offer.value = null;
});

const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches;

/** Safari on a phone makes no offer: its own menu has the entry. */
const isByMenu = (): boolean => /iPhone|iPad/.test(navigator.userAgent) && !isInstalled();

/** The way to the home screen, where the page can be put there. */
export function Install() {
  const made = offer.value;
  if (made) {
    return (
      <button type="button" class="quiet" onClick={() => void made.prompt()}>
        {t('to-the-home-screen')}
      </button>
    );
  }
  return isByMenu() ? <p class="soft">{t('to-the-home-screen-by-menu')}</p> : null;
}
