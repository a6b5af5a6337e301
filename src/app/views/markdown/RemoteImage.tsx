import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { shown } from '../../../core/visible.ts';
import { Icon } from '../../ui/Icon.tsx';
import { inlineImage, remoteImage } from './address.ts';

/** An image of a model: fetched only when the person clicks, with the whole address shown before (row X4). */
export function RemoteImage({ href, alt }: { readonly href: string; readonly alt: string }): JSX.Element {
  const [wanted, setWanted] = useState(false);
  const [failed, setFailed] = useState(false);
  if (inlineImage(href)) return <img src={href} alt={alt} />;
  const url = remoteImage(href);
  if (url === null) {
    return (
      <span class="dead">
        [image: {shown(alt)}] {shown(href.slice(0, 200))}
      </span>
    );
  }
  if (wanted && !failed) {
    return <img src={url.href} alt={alt} referrerpolicy="no-referrer" onError={() => setFailed(true)} />;
  }
  return (
    <button type="button" class="remote-image" onClick={() => (setFailed(false), setWanted(true))}>
      <Icon name="image" />
      <span>
        <b>{failed ? 'The image could not be loaded. Try again' : 'Load image'}</b> {shown(alt)}
        <span class="where">{shown(url.href)}</span>
      </span>
    </button>
  );
}
