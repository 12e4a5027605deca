import { lazy, type ReactNode, Suspense, useCallback, useRef, useState } from 'react'
import { codes } from '#contract/codes.ts'
import { isApiError } from '#src/api/api-error.ts'
import { type StepUp, StepUpContext } from './step-up-context.ts'

const StepUpDialog = lazy(() => import('./StepUpDialog.tsx'))

interface Asked {
  /** The same for all who ask while the dialog stands. */
  answer: Promise<boolean>
  settle: (proved: boolean) => void
}

function newAsked(): Asked {
  let settle: (proved: boolean) => void = () => undefined
  const answer = new Promise<boolean>((resolve) => {
    settle = resolve
  })
  return { answer, settle }
}

/** Holds the dialog that `useStepUp` opens. */
export function StepUpProvider({ children }: { children: ReactNode }) {
  const asking = useRef<Asked>(null)
  const [open, setOpen] = useState(false)

  const step_up = useCallback<StepUp>(async (work) => {
    try {
      return await work()
    } catch (refusal) {
      if (!isApiError(refusal) || refusal.code !== codes.step_up_required.code) throw refusal
      asking.current ??= newAsked()
      setOpen(true)
      if (!(await asking.current.answer)) throw refusal
      return work()
    }
  }, [])

  const settle = (proved: boolean) => {
    asking.current?.settle(proved)
    asking.current = null
    setOpen(false)
  }

  return (
    <StepUpContext value={step_up}>
      {children}
      {open && (
        <Suspense fallback={null}>
          <StepUpDialog onProved={() => settle(true)} onCancel={() => settle(false)} />
        </Suspense>
      )}
    </StepUpContext>
  )
}
