import { type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from '#src/ui/ErrorBoundary.tsx'
import { Toaster } from '#src/ui/Toaster.tsx'

/** Wrapper of every page, in the browser and when prerendering. */
export const Root = ({ watcher, children }: { watcher?: ReactNode; children: ReactNode }) => (
  <>
    <ErrorBoundary>
      {watcher}
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
    <Toaster />
  </>
)
