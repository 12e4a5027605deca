import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import type { InstanceDetail } from '#src/features/instances/detail/instance-detail.ts'
import { CopyText } from '#src/ui/CopyText.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import styles from './Access.module.css'
import { AccessSkeleton } from './AccessSkeleton.tsx'
import { PortLinks } from './PortLinks.tsx'
import { SshPassword } from './SshPassword.tsx'
import { useInstanceAccess } from './use-instance-access.ts'

const SshGuide = lazyDialog(() => import('./SshGuide.tsx'))

/** The ways in: the command to copy, and the pages of what runs inside. */
export default function AccessMethods({ instance }: { instance: InstanceDetail }) {
  const { data, error, refetch, isPlaceholderData } = useInstanceAccess(instance)
  const [guided, setGuided] = useState(false)
  const running = instance.status === instanceStatusCodes.running
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} title="登录方式没有取到" />
  if (!data) return <AccessSkeleton />
  const { ssh, ports } = data
  if (!ssh && !ports) return null
  return (
    <div className={styles.ways}>
      {ssh && (
        <section className={styles.way} aria-label="SSH 登录">
          <div className={styles.head}>
            <h3>SSH 登录</h3>
            <Button type="link" size="small" className={styles.more} onClick={() => setGuided(true)}>
              密码、密钥与端口转发
            </Button>
          </div>
          <div className={styles.command}>
            <CopyText text={ssh.command} label="复制 SSH 命令" mono />
          </div>
          <SshPassword instance={instance} ssh={ssh} />
          <p className={styles.hint}>{formatLoginHint(ssh, running)}</p>
        </section>
      )}
      {ports && (
        <section className={styles.way} aria-label="端口链接">
          <h3>端口链接</h3>
          <PortLinks id={instance.id} ports={ports} running={running} asking={isPlaceholderData} />
        </section>
      )}
      {guided && ssh && (
        <Suspense fallback={null}>
          <SshGuide instance={instance} ssh={ssh} onClose={() => setGuided(false)} />
        </Suspense>
      )}
    </div>
  )
}

type Ssh = Parameters<typeof SshGuide>[0]['ssh']

/** What one needs to log in, and what is missing. */
function formatLoginHint({ keys, password_set: passwordSet }: Ssh, running: boolean): string {
  const by = [keys.length > 0 && `密钥（${keys.length} 把）`, passwordSet && '密码'].filter(Boolean).join('或')
  if (!by) return '还没有能登录的密钥或密码，请先添加密钥或生成密码。'
  return running ? `可用${by}登录。` : `进入「运行中」后，可用${by}登录。`
}
