import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { type InstanceAccess, jupyterPort, type LinkPort, linkPorts } from '#contract/instance-access.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import type { InstanceDetail } from '#src/features/instances/detail/instance-detail.ts'
import { CopyText } from '#src/ui/CopyText.tsx'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import { AccessSkeleton } from './AccessSkeleton.tsx'
import styles from './access.module.css'
import { openPortLink } from './open-port-link.ts'
import { SshPassword } from './SshPassword.tsx'
import { useInstanceAccess } from './use-instance-access.ts'

type Ssh = NonNullable<InstanceAccess['ssh']>

interface PortLinksProps {
  id: string
  ports: NonNullable<InstanceAccess['ports']>
  running: boolean
  /** The answer dates from before the instance was running. */
  asking: boolean
}

const portStateLabels = { true: '有程序监听', false: '没有程序监听', null: '状态未知' } as const
const orderedPorts = Object.keys(linkPorts)
  .map((port) => Number(port) as LinkPort)
  .sort((a, b) => Number(b === jupyterPort) - Number(a === jupyterPort))

/**
 * Links to web pages of programs in the instance, each opening in its own tab and always listed. A port that nothing serves yet
 * can still be opened; its page explains what to do. JupyterLab is part of some images only: the server omits it if it does not
 * answer.
 */
function PortLinks({ id, ports, running, asking }: PortLinksProps) {
  const [opening, setOpening] = useState<LinkPort>()
  const open = async (port: LinkPort) => {
    setOpening(port)
    await openPortLink(id, port).finally(() => setOpening(undefined))
  }
  const hint = !running
    ? '进入「运行中」后可以打开。'
    : asking
      ? '正在查看哪些端口有程序监听。'
      : ports.some(({ port }) => port === jupyterPort)
        ? '绿点表示端口上有程序监听。'
        : 'JupyterLab 没有应答：可能还在启动，或镜像里没有它。'
  return (
    <>
      <div className={styles.head}>
        <h3>端口链接</h3>
        <p className={styles.hint} aria-live="polite">
          {hint}
        </p>
      </div>
      <ul className={styles.links}>
        {orderedPorts.map((port) => {
          const { label } = linkPorts[port]
          const found = ports.find((known) => known.port === port)
          const state = running && !asking ? `，${found ? portStateLabels[`${found.open}`] : '没有应答'}` : ''
          return (
            <li key={port}>
              <Button
                className={styles.link}
                disabled={!running || !found}
                loading={opening === port}
                aria-label={`打开 ${label}，端口 ${port}${state}`}
                onClick={() => void open(port)}
              >
                <span className={styles.dot} data-open={running && found?.open === true} aria-hidden />
                {label}
                <span className={styles.port}>{port}</span>
                <Icon name="external" />
              </Button>
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** Explains what is needed to log in, and what is missing. */
function formatLoginHint({ keys, password_set: passwordSet }: Ssh, running: boolean): string {
  const by = [keys.length > 0 && `密钥（${keys.length} 把）`, passwordSet && '密码'].filter(Boolean).join('或')
  if (!by) return '还没有能登录的密钥或密码，请先添加密钥或生成密码。'
  return running ? `可用${by}登录。` : `进入「运行中」后，可用${by}登录。`
}

const SshGuide = lazyDialog(() => import('./SshGuide.tsx'))

/** Access methods: the SSH command to copy, and links to pages of programs in the instance. */
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
            <p className={styles.hint}>{formatLoginHint(ssh, running)}</p>
            <Button type="link" size="small" className={styles.more} onClick={() => setGuided(true)}>
              密码、密钥与端口转发
            </Button>
          </div>
          <div className={styles.login}>
            <div className={styles.command}>
              <CopyText text={ssh.command} label="复制 SSH 命令" confirmation="已复制 SSH 命令" mono />
            </div>
            <SshPassword instance={instance} ssh={ssh} />
          </div>
        </section>
      )}
      {ports && (
        <section className={styles.way} aria-label="端口链接">
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
