import { Modal } from 'antd'
import type { ReactNode } from 'react'
import { codes } from '#contract/codes.ts'
import type { Instance } from '#contract/instances.ts'
import type { ApiError } from '#src/api/api-error.ts'
import styles from './ActionDialog.module.css'
import { effectOn, type PowerAction, ruleOf, type WorkAction } from './power-actions.ts'
import { Refused } from './RefusedAction.tsx'

export interface DialogProps {
  row: Instance
  onClose: () => void
}

interface Props {
  action: PowerAction | WorkAction
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
  const { label, danger } = ruleOf(action)
  const field_faults = Object.keys(failure?.errors ?? {}).length > 0
  return (
    <Modal
      open
      title={`${label}「${instance.nick_name}」`}
      okText={failure && !field_faults ? '重试' : label}
      okType={failure?.code === codes.no_free_gpu.code ? 'default' : 'primary'}
      okButtonProps={{ danger, disabled: !ready, loading: acting }}
      cancelButtonProps={{ autoFocus: danger }}
      onOk={onAct}
      onCancel={onClose}
      width={480}
    >
      <div className={styles.body}>
        <p>{effect ?? effectOn(action, [instance])}</p>
        {children}
        {failure && !field_faults && <Refused action={action} error={failure} instance={instance} onClose={onClose} />}
      </div>
    </Modal>
  )
}

/** What the server said about one field. */
export const faultOf = (failure: ApiError | undefined, field: string): string | undefined => failure?.errors?.[field]?.join('；')
