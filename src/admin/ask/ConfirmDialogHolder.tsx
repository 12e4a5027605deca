import { Modal } from 'antd'
import { useEffect } from 'react'

export type ModalHook = ReturnType<typeof Modal.useModal>[0]

/** Mount point of the dialogs. Replaces antd's `App`, which also includes message and notification. */
export default function ConfirmDialogHolder({ onReady }: { onReady: (modal: ModalHook) => void }) {
  const [modal, holder] = Modal.useModal()
  useEffect(() => onReady(modal), [modal, onReady])
  return holder
}
