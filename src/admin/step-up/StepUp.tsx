import { Suspense, useLayoutEffect, useState } from 'react'
import { setRemedy } from '#src/api/retry-after-remedy.ts'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import { isStepUpRequired } from './is-step-up.ts'

const StepUpDialog = lazyDialog(() => import('./StepUpDialog.tsx'))

/**
 * Shows the step-up dialog whenever a call is refused for lack of a recent proof of identity (product §2), then retries the
 * call. Pages and actions need not know which calls require it.
 */
export function StepUp() {
  const [settle, setSettle] = useState<(proved: boolean) => void>()

  useLayoutEffect(
    () =>
      setRemedy({
        helps: isStepUpRequired,
        ask: async () => {
          const proved = await new Promise<boolean>((resolve) => setSettle(() => resolve))
          setSettle(undefined)
          return proved
        },
      }),
    [],
  )

  if (!settle) return null
  return (
    <Suspense fallback={null}>
      <StepUpDialog onProved={() => settle(true)} onCancel={() => settle(false)} onFailed={() => settle(false)} />
    </Suspense>
  )
}
