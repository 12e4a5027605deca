import { Button } from 'antd'
import { useState } from 'react'
import { type InstanceAccess, type LinkPort, linkPorts } from '#contract/instance-access.ts'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './Access.module.css'
import { openPortLink } from './open-port-link.ts'

interface Props {
  id: string
  ports: NonNullable<InstanceAccess['ports']>
  running: boolean
  /** The answer is of before it ran. */
  asking: boolean
}

const portStateLabels = { true: '有程序监听', false: '没有程序监听', null: '状态未知' } as const
const jupyter = 8888 satisfies LinkPort
const orderedPorts = Object.keys(linkPorts)
  .map((port) => Number(port) as LinkPort)
  .sort((a, b) => Number(b === jupyter) - Number(a === jupyter))

/**
 * The pages of programs inside, each in a tab of its own and always in its place; one that nothing serves yet can be opened
 * and says how to. JupyterLab is a part of some images: the server leaves it out where it does not answer.
 */
export function PortLinks({ id, ports, running, asking }: Props) {
  const [opening, setOpening] = useState<LinkPort>()
  const open = async (port: LinkPort) => {
    setOpening(port)
    await openPortLink(id, port).finally(() => setOpening(undefined))
  }
  const hint = !running
    ? '进入「运行中」后可以打开。'
    : asking
      ? '正在查看哪些端口有程序监听。'
      : ports.some(({ port }) => port === jupyter)
        ? '绿点表示端口上有程序监听。'
        : 'JupyterLab 没有应答：可能还在启动，或镜像里没有它。'
  return (
    <>
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
      <p className={styles.hint} aria-live="polite">
        {hint}
      </p>
    </>
  )
}
