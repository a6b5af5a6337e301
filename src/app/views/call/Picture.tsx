import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ResultImage } from '../../../core/tool.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { sizeWords } from '../diff/words.ts';
import { oneLine } from '../oneline.ts';
import { bytesIn, useBlobUrl } from './blob.ts';

/** Only kinds that can hold no script are drawn. */
const pictures = /^image\/(?:png|jpeg|gif|webp|avif)$/u;

/** A picture a tool returned; a click shows it large. `name` is its alternative text. */
export function Picture({ image, name }: { readonly image: ResultImage; readonly name: string }): JSX.Element {
  const drawn = pictures.test(image.mime);
  const url = useBlobUrl(drawn ? image.base64 : '', image.mime);
  const [state, setState] = useState<'shown' | 'large' | 'broken'>('shown');
  const size = sizeWords(bytesIn(image.base64));
  if (!drawn) return <p class="faint">{`An attachment of the kind ${oneLine(image.mime)}, ${size}, not shown.`}</p>;
  if (url === null) return <Spinner label="Reading an image" />;
  if (url === 'broken' || state === 'broken')
    return (
      <p class="faint">{`${name}: this is said to be ${image.mime} (${size}), but it cannot be read as an image.`}</p>
    );
  return (
    <>
      <button type="button" class="enlarge" title="Show it large" onClick={() => setState('large')}>
        <img class="picture" src={url} alt={name} onError={() => setState('broken')} />
      </button>
      {state === 'large' ? (
        <Dialog title={name} wide onClose={() => setState('shown')}>
          <img class="large" src={url} alt={name} />
        </Dialog>
      ) : null}
    </>
  );
}
