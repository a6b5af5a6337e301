// The app's Content-Security-Policy (rows X4, X6): written once, put into the built page and sent by the server.

const directives = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' blob: data: https:",
  'media-src blob:',
  "connect-src 'self' https: http:",
  "worker-src 'self' blob:",
  "manifest-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  // The two places that make scripts or HTML from text: workers' addresses, and the drawn diff. No other policy can be made.
  'trusted-types sluice-worker diff2html',
];

/** The policy as one header value. */
export const contentSecurityPolicy = directives.join('; ');

/**
 * Puts the policy into the built page as the first thing in its head, so that it holds whatever server the files are put on.
 * The dev server is left alone: Vite's own page needs inline styles and scripts.
 * @returns {import('vite').Plugin}
 */
export function policyInPage() {
  return {
    name: 'sluice-csp',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        {
          tag: 'meta',
          attrs: { 'http-equiv': 'Content-Security-Policy', content: contentSecurityPolicy },
          injectTo: 'head-prepend',
        },
      ],
    },
  };
}
