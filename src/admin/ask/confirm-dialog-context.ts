import type { ModalFuncProps } from 'antd'
import { createContext, useContext } from 'react'

/** A dialog that was opened, to be changed while it stands. */
interface Asked {
  update: (props: ModalFuncProps) => void
}

/** antd's confirm and warning dialogs. Their code comes with the first question, and so does the answer to opening one. */
export interface Ask {
  confirm: (props: ModalFuncProps) => Promise<Asked>
  warning: (props: ModalFuncProps) => Promise<Asked>
}

export const AskContext = createContext<Ask | null>(null)

/** Asks with the theme and language of the console. */
export function useAsk(): Ask {
  const ask = useContext(AskContext)
  if (!ask) throw new Error('useAsk needs an AskProvider above it')
  return ask
}
