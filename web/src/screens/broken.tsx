import { Component, type ComponentChildren } from 'preact';
import { fileName, saveFile } from '../storage/file.ts';
import { putOpenAside, wholeStorage } from '../storage/store.ts';
import { t } from '../i18n/page.ts';

/** What is shown in place of a page that cannot be: the entries are safe, and there is a way on. */
function Broken({ again }: { readonly again: () => void }) {
  const aside = (): void => {
    putOpenAside();
    location.hash = '';
    again();
  };
  return (
    <main>
      <header class="bar">
        <h1>{t('something-went-wrong')}</h1>
      </header>
      <div class="stack" role="alert">
        <p>{t('broken-but-kept')}</p>
        <button type="button" class="main" onClick={again}>
          {t('try-again')}
        </button>
        <button
          type="button"
          class="quiet"
          onClick={() => saveFile(fileName(new Date(), 'storage.json'), wholeStorage(), 'application/json')}
        >
          {t('save-everything-as-file')}
        </button>
        <button type="button" class="quiet danger" onClick={aside}>
          {t('put-aside-and-begin-anew')}
        </button>
      </div>
    </main>
  );
}

interface BoundaryState {
  readonly failed: boolean;
}

/** Nothing below it leaves a white page. */
export class Boundary extends Component<{ readonly children: ComponentChildren }, BoundaryState> {
  override state: BoundaryState = { failed: false };

  static getDerivedStateFromError(): BoundaryState {
    return { failed: true };
  }

  override render() {
    const again = (): void => this.setState({ failed: false });
    return this.state.failed ? <Broken again={again} /> : this.props.children;
  }
}
