import { instanceStatusCodes } from '#contract/instance-actions.ts'
import type { InstanceDetail } from '#src/features/instances/detail/instance-detail.ts'
import { narrowScreen } from '#src/ui/media.ts'
import { useStore } from '#src/ui/use-store.ts'
import styles from './AccessStrip.module.css'
import { QuickAccess } from './QuickAccess.tsx'
import { SshPassword } from './SshPassword.tsx'
import { useInstanceAccess } from './use-instance-access.ts'

/** The ways into a running instance on one line, for a page that belongs to a tab. A phone has no room for the password. */
export default function AccessStrip({ instance }: { instance: InstanceDetail }) {
  const narrow = useStore(narrowScreen)
  const { data } = useInstanceAccess(instance)
  if (instance.status !== instanceStatusCodes.running) return null
  return (
    <div className={styles.ways}>
      {data?.ssh && !narrow && <SshPassword instance={instance} ssh={data.ssh} />}
      <QuickAccess instance={instance} named />
    </div>
  )
}
