import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useApp } from '../../state/context.ts';
import { Button } from '../../ui/Button.tsx';
import { lazyPart } from '../lazyPart.tsx';
import { About } from './About.tsx';
import { Appearance } from './Appearance.tsx';
import { Models } from './Models.tsx';
import { Shortcuts } from './Shortcuts.tsx';
import { Storage } from './Storage.tsx';
import { Tools } from './Tools.tsx';
import './Settings.css';

const Servers = lazyPart('MCP servers', async () => (await import('../servers/Servers.tsx')).Servers);

const Privacy = lazyPart('Privacy', async () => (await import('./Privacy.tsx')).Privacy);

type Part = (props: object) => JSX.Element | null;

/** The pages by the name they have in the address (`#/settings/<name>`, row U7). */
const pages: readonly { readonly name: string; readonly title: string; readonly Page: Part }[] = [
  { name: 'models', title: 'Models', Page: Models },
  { name: 'tools', title: 'Tools', Page: Tools },
  { name: 'servers', title: 'MCP servers', Page: Servers },
  { name: 'privacy', title: 'Privacy', Page: Privacy },
  { name: 'storage', title: 'Storage', Page: Storage },
  { name: 'appearance', title: 'Appearance', Page: Appearance },
  { name: 'shortcuts', title: 'Shortcuts', Page: Shortcuts },
  { name: 'about', title: 'About', Page: About },
];

/** The settings, one page at a time, in place of the chat. */
export function Settings({ menu }: { readonly menu: ComponentChildren }): JSX.Element {
  const app = useApp();
  const wanted = app.route.value.page;
  const current = pages.find((page) => page.name === wanted) ?? pages[0];
  const heading = useRef<HTMLHeadingElement>(null);
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    heading.current?.focus();
    // On a phone the pages stand in one line that scrolls.
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current?.name]);
  const Page = current?.Page ?? Models;
  return (
    <>
      <header class="bar-top">
        {menu}
        <h1>Settings</h1>
        <div class="right">
          <Button kind="quiet" icon="close" label="Close settings" onClick={() => app.go({ at: 'chat' })} />
        </div>
      </header>
      <div class="settings">
        <nav ref={nav} aria-label="Settings pages">
          {pages.map((page) => (
            <a
              key={page.name}
              href={`#/settings/${page.name}`}
              aria-current={page === current ? 'page' : undefined}
              onClick={(event) => {
                event.preventDefault();
                app.go({ at: 'settings', page: page.name });
              }}
            >
              {page.title}
            </a>
          ))}
        </nav>
        <div class="page">
          <h2 ref={heading} tabIndex={-1}>
            {current?.title}
          </h2>
          <Page />
        </div>
      </div>
    </>
  );
}
