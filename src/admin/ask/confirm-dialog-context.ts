import type { ModalFuncProps } from 'antd'
import { createContext, useContext } from 'react'

/** Handle to update an open dialog. */
interface OpenedDialog {
  update: (props: ModalFuncProps) => void
}

/** antd's confirm and warning dialogs. Asynchronous, because the code loads with the first dialog. */
export interface ConfirmDialogs {
  confirm: (props: ModalFuncProps) => Promise<OpenedDialog>
  warning: (props: ModalFuncProps) => Promise<OpenedDialog>
}

export const ConfirmDialogContext = createContext<ConfirmDialogs | null>(null)

/** Returns the dialogs with the theme and language of the console. */
export function useConfirmDialogs(): ConfirmDialogs {
  const ask = useContext(ConfirmDialogContext)
  if (!ask) throw new Error('useAsk needs an AskProvider above it')
  return ask
}
