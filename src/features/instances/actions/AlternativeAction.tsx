import { Alert, Button } from 'antd'
import { instance_actions } from '#contract/instance-actions.ts'
import { type Instance, instances } from '#contract/instances.ts'
import styles from './NoFreeHost.module.css'
import { useAct } from './use-instance-action.ts'

/** What can be done at once, and what is sent for it. */
const ways = {
  migrate: { label: '迁移并开机', bodyOf: () => ({ host_id: null, start: true }) },
  start_without_gpu: {
    label: instance_actions.start_without_gpu.label,
    bodyOf: ({ lost_disks }: Instance) => (lost_disks.length > 0 ? { accept_lost: lost_disks } : {}),
  },
} as const

interface Props {
  way: keyof typeof ways
  instance: Instance
  onDone: () => void
}

/** Something else to do while there is no card to be had: what it means for data and money, and one button. */
export function OtherWay({ way, instance, onDone }: Props) {
  const { label, bodyOf } = ways[way]
  const { act, acting, failure } = useAct(instances[way], instance, onDone)
  return (
    <section className={styles.way} aria-label={label}>
      <div className={styles.words}>
        <h3>{label}</h3>
        <p>{instance_actions[way].effect}</p>
      </div>
      <Button loading={acting} onClick={() => act(bodyOf(instance))}>
        {label}
      </Button>
      {failure && <Alert className={styles.failure ?? ''} type="warning" showIcon message={failure.message} />}
    </section>
  )
}
