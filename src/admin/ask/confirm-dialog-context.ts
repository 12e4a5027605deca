import type { ModalFuncProps } from 'antd'
import { createContext, useContext } from 'react'

/** A dialog that was opened, to be changed while it stands. */
interface OpenedDialog {
  update: (props: ModalFuncProps) => void
}

/** antd's confirm and warning dialogs. Their code comes with the first question, and so does the answer to opening one. */
export interface ConfirmDialogs {
  confirm: (props: ModalFuncProps) => Promise<OpenedDialog>
  warning: (props: ModalFuncProps) => Promise<OpenedDialog>
}

export const ConfirmDialogContext = createContext<ConfirmDialogs | null>(null)

/** Asks with the theme and language of the console. */
export function useConfirmDialogs(): ConfirmDialogs {
  const ask = useContext(ConfirmDialogContext)
  if (!ask) throw new Error('useAsk needs an AskProvider above it')
  return ask
}
