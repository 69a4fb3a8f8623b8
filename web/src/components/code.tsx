import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../i18n/page.ts';
import { codeOf } from './picture.ts';
import './sharing.css';

/** What a phone can read off another's screen: the bytes of the longest code. */
const MOST_IN_A_CODE = 2_900;

interface CodeProps {
  readonly link: string;
  readonly alt: string;
  readonly caption: string;
}

/** A link as a code for another phone's camera; what makes it is fetched only here, and it is brought into view. */
export function Code({ link, alt, caption }: CodeProps) {
  const [drawn, setDrawn] = useState('');
  const figure = useRef<HTMLElement>(null);
  const isTooLong = link.length > MOST_IN_A_CODE;
  useEffect(() => {
    if (!isTooLong) void codeOf(link).then(setDrawn, () => setDrawn(''));
  }, [link, isTooLong]);
  if (isTooLong) return <p role="status">{t('too-long-for-a-code')}</p>;
  if (drawn === '') return <p role="status">{t('one-moment')}</p>;
  return (
    <figure ref={figure}>
      <img class="qr" src={drawn} alt={alt} onLoad={() => figure.current?.scrollIntoView({ block: 'center' })} />
      <figcaption class="soft">{caption}</figcaption>
    </figure>
  );
}
