import { type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from '#src/kit/ErrorBoundary.tsx'
import { Toaster } from '#src/kit/Toaster.tsx'

/** What stands around every page, in the browser and where pages are written at build time. */
export const Root = ({ watcher, children }: { watcher?: ReactNode; children: ReactNode }) => (
  <>
    <ErrorBoundary>
      {watcher}
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
    <Toaster />
  </>
)
