import { useWarnAboutChange } from '@refinedev/core'
import { flushSync } from 'react-dom'
import { useConfirmDialogs } from '#src/admin/ask/confirm-dialog-context.ts'

/** Returns how a form is left without saving: asks first if something was changed, and the navigation does not ask again. */
export function useFormLeave(leave: () => void): () => void {
  const ask = useConfirmDialogs()
  const { warnWhen, setWarnWhen } = useWarnAboutChange()
  return () => {
    if (!warnWhen) return leave()
    void ask.confirm({
      title: '放弃填写的内容',
      content: '修改还没有保存，离开之后不再保留。',
      okText: '放弃',
      okButtonProps: { danger: true },
      cancelText: '继续填写',
      autoFocusButton: 'cancel',
      onOk: () => {
        flushSync(() => setWarnWhen(false)) // the router must know before it moves
        leave()
      },
    })
  }
}
