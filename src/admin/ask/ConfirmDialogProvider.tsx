import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import type { ModalHook } from './ConfirmDialogHolder.tsx'
import { ConfirmDialogContext, type ConfirmDialogs } from './confirm-dialog-context.ts'

const ConfirmDialogHolder = lazyDialog(() => import('./ConfirmDialogHolder.tsx'))

interface Desk {
  ask: ConfirmDialogs
  open: (modal: ModalHook) => void
  /** Discards waiting dialogs if the code failed to load, so that they do not open unexpectedly later. */
  drop: () => void
}

const createDesk = (onFirst: () => void): Desk => {
  let modal: ModalHook | undefined
  let waiting: ((modal: ModalHook) => void)[] = []
  const holder = () => new Promise<ModalHook>((resolve) => waiting.push(resolve))
  const through = async (use: (modal: ModalHook) => ReturnType<ModalHook['confirm']>) => {
    onFirst()
    const { update } = use(modal ?? (await holder())) // not the whole result: it is thenable
    return { update }
  }
  return {
    ask: {
      confirm: (props) => through((shown) => shown.confirm(props)),
      warning: (props) => through((shown) => shown.warning(props)),
    },
    open: (ready) => {
      modal = ready
      for (const go of waiting) go(ready)
      waiting = []
    },
    drop: () => {
      waiting = []
    },
  }
}

/** Holds the dialogs of `useConfirmDialogs`; loads the holder with the first dialog. */
export function ConfirmDialogProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState(false)
  const desk = useMemo(() => createDesk(() => setAsked(true)), [])
  const drop = () => {
    desk.drop()
    setAsked(false)
  }
  return (
    <ConfirmDialogContext value={desk.ask}>
      {children}
      {asked && (
        <Suspense fallback={null}>
          <ConfirmDialogHolder onReady={desk.open} onFailed={drop} />
        </Suspense>
      )}
    </ConfirmDialogContext>
  )
}
