import { Button } from 'antd'
import { useState } from 'react'
import type { InstanceAccess, LinkPort } from '#contract/instance-access.ts'
import { Icon } from '#src/kit/Icon.tsx'
import styles from './Access.module.css'
import { openLink } from './open-link.ts'

interface Props {
  id: string
  ports: NonNullable<InstanceAccess['ports']>
  running: boolean
}

const states = { true: '有程序监听', false: '没有程序监听', null: '状态未知' } as const

/** The pages of programs inside, each in a tab of its own; one that nothing serves yet can be opened and says how to. */
export function PortLinks({ id, ports, running }: Props) {
  const [opening, setOpening] = useState<LinkPort>()
  const open = async (port: LinkPort) => {
    setOpening(port)
    await openLink(id, port).finally(() => setOpening(undefined))
  }
  const jupyter_first = [...ports].sort((a, b) => Number(b.kind === 'jupyter') - Number(a.kind === 'jupyter'))
  return (
    <ul className={styles.links}>
      {jupyter_first.map(({ port, label, open: listening }) => (
        <li key={port}>
          <Button
            className={styles.link}
            disabled={!running}
            loading={opening === port}
            aria-label={`打开 ${label}，端口 ${port}${running ? `，${states[`${listening}`]}` : ''}`}
            onClick={() => void open(port)}
          >
            <span className={styles.dot} data-open={running && listening} aria-hidden />
            {label}
            <span className={styles.port}>{port}</span>
            <Icon name="external" />
          </Button>
        </li>
      ))}
    </ul>
  )
}
