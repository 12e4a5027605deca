import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { preloadSitePage } from './app/SiteRoutes.tsx'
import { installTrustedTypes } from './app/trusted-types.ts'
import { session } from './session/session.ts'
import { readFirstAnswers } from './site/first-answers.ts'
import { followColorScheme } from './ui/theme/color-scheme.ts'

// read by zod where it is loaded: it would try to compile code, which our policy forbids, and the browser reports
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

installTrustedTypes()
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
followColorScheme()
session.followOtherTabs()

const app = (
  <StrictMode>
    <App first={readFirstAnswers()} />
  </StrictMode>
)
if (root.hasChildNodes()) {
  // Taken over in one piece: a page that waited for its code could be changed from outside before it is taken over.
  const ready = preloadSitePage(window.location.pathname).catch(() => undefined) // drawn anew, and says what is missing
  void ready.then(() => hydrateRoot(root, app))
} else {
  createRoot(root).render(app)
}
