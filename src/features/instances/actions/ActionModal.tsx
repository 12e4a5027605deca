import { Modal } from 'antd'
import type { ReactNode } from 'react'
import { resultCodes } from '#contract/codes.ts'
import type { Instance } from '#contract/instances.ts'
import type { ApiError } from '#src/api/api-error.ts'
import styles from './ActionDialog.module.css'
import { formatActionEffect, type InputAction, type PowerActionName, toActionRule } from './power-actions.ts'
import { RefusedAction } from './RefusedAction.tsx'

export interface ActionDialogProps {
  row: Instance
  onClose: () => void
}

interface Props {
  action: PowerActionName | InputAction
  instance: Instance
  /** What it does to this very instance, where that is not what it does to others. */
  effect?: string | undefined
  /** It may be done as it is filled in. */
  ready?: boolean
  acting: boolean
  failure: ApiError | undefined
  onAct: () => void
  onClose: () => void
  children: ReactNode
}

/** Says what an action does to data and money, asks what it needs, and when it is refused, why and what to do. */
export function ActionModal({ action, instance, effect, ready = true, acting, failure, onAct, onClose, children }: Props) {
  const { label, danger } = toActionRule(action)
  const fieldFaults = Object.keys(failure?.errors ?? {}).length > 0
  return (
    <Modal
      open
      title={`${label}「${instance.nick_name}」`}
      okText={failure && !fieldFaults ? '重试' : label}
      okType={failure?.code === resultCodes.no_free_gpu.code ? 'default' : 'primary'}
      okButtonProps={{ danger, disabled: !ready, loading: acting }}
      cancelButtonProps={{ autoFocus: danger }}
      onOk={onAct}
      onCancel={onClose}
      width={480}
    >
      <div className={styles.body}>
        <p>{effect ?? formatActionEffect(action, [instance])}</p>
        {children}
        {failure && !fieldFaults && <RefusedAction action={action} error={failure} instance={instance} onClose={onClose} />}
      </div>
    </Modal>
  )
}

/** What the server said about one field. */
export const formatFieldFault = (failure: ApiError | undefined, field: string): string | undefined =>
  failure?.errors?.[field]?.join('；')
