import { Alert, Button } from 'antd'
import { instanceActions } from '#contract/instance-actions.ts'
import { type Instance, instances } from '#contract/instances.ts'
import styles from './NoFreeHost.module.css'
import { useInstanceAction } from './use-instance-action.ts'

/** What can be done at once, and what is sent for it. */
const alternatives = {
  migrate: { label: '迁移并开机', bodyOf: () => ({ host_id: null, start: true }) },
  start_without_gpu: {
    label: instanceActions.start_without_gpu.label,
    bodyOf: ({ lost_disks: lostDisks }: Instance) => (lostDisks.length > 0 ? { accept_lost: lostDisks } : {}),
  },
} as const

interface Props {
  way: keyof typeof alternatives
  instance: Instance
  onDone: () => void
}

/** Something else to do while there is no card to be had: what it means for data and money, and one button. */
export function AlternativeAction({ way, instance, onDone }: Props) {
  const { label, bodyOf } = alternatives[way]
  const { act, acting, failure } = useInstanceAction(instances[way], instance, onDone)
  return (
    <section className={styles.way} aria-label={label}>
      <div className={styles.words}>
        <h3>{label}</h3>
        <p>{instanceActions[way].effect}</p>
      </div>
      <Button loading={acting} onClick={() => act(bodyOf(instance))}>
        {label}
      </Button>
      {failure && <Alert className={styles.failure ?? ''} type="warning" showIcon message={failure.message} />}
    </section>
  )
}
