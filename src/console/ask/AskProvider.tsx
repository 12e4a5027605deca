import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import type { ModalHook } from './AskHolder.tsx'
import { type Ask, AskContext } from './ask-context.ts'

const AskHolder = lazy(() => import('./AskHolder.tsx'))

const createDesk = (onFirst: () => void): { ask: Ask; open: (modal: ModalHook) => void } => {
  let open: (modal: ModalHook) => void = () => undefined
  const holder = new Promise<ModalHook>((resolve) => {
    open = resolve
  })
  const through = async (use: (modal: ModalHook) => ReturnType<ModalHook['confirm']>) => {
    onFirst()
    const { update } = use(await holder) // not the whole of it: that is a promise of the answer
    return { update }
  }
  const ask: Ask = {
    confirm: (props) => through((modal) => modal.confirm(props)),
    warning: (props) => through((modal) => modal.warning(props)),
  }
  return { ask, open }
}

/** Holds the dialogs `useAsk` opens, from the first one on. */
export function AskProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState(false)
  const desk = useMemo(() => createDesk(() => setAsked(true)), [])
  return (
    <AskContext value={desk.ask}>
      {children}
      {asked && (
        <Suspense fallback={null}>
          <AskHolder onReady={desk.open} />
        </Suspense>
      )}
    </AskContext>
  )
}
