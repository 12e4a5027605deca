import { Modal } from 'antd'
import type { ReactNode } from 'react'
import { resultCodes } from '#contract/codes.ts'
import type { Instance } from '#contract/instances.ts'
import type { ApiError } from '#src/api/api-error.ts'
import styles from './ActionDialog.module.css'
import { formatActionEffect, type InputAction, type PowerActionName, toActionRule } from './power-actions.ts'
import { RefusedAction } from './RefusedAction.tsx'

export interface RowDialogProps {
  row: Instance
  onClose: () => void
}

interface Props {
  action: PowerActionName | InputAction
  instance: Instance
  /** Effect on this instance, if it differs from the general one. */
  effect?: string | undefined
  /** The input is complete, so the action can be submitted. */
  ready?: boolean
  acting: boolean
  failure: ApiError | undefined
  onAct: () => void
  onClose: () => void
  children: ReactNode
}

/** Explains the effect of an action on data and money, asks for its input, and explains a refusal with the next step. */
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

/** Returns the server's error message for one field. */
export const formatFieldFault = (failure: ApiError | undefined, field: string): string | undefined =>
  failure?.errors?.[field]?.join('；')
