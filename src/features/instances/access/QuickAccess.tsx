import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { instanceAccess, jupyterPort } from '#contract/instance-access.ts'
import { isActionAllowed } from '#contract/instance-actions.ts'
import type { Instance } from '#contract/instances.ts'
import { isApiError } from '#src/api/api-error.ts'
import { paths } from '#src/paths.ts'
import { fetchEndpoint } from '#src/providers/data/endpoint-queries.ts'
import { copyText } from '#src/ui/copy-text.ts'
import { Icon, type IconName } from '#src/ui/Icon.tsx'
import { useServerOffers } from '#src/ui/server-info.ts'
import { toast } from '#src/ui/toast.ts'
import { openPortLink } from './open-port-link.ts'
import styles from './QuickAccess.module.css'

const keptMs = 60_000

/** Copies the SSH command of an instance; `prepare` fetches it beforehand. */
function useCopySshCommand(id: string) {
  const client = useQueryClient()
  const ask = () => fetchEndpoint(client, instanceAccess.get, { params: { id } }, keptMs)
  const copy = async () => {
    try {
      const { ssh } = await ask()
      if (ssh) await copyText(ssh.command, '已复制 SSH 命令')
      else toast.error(noSshText)
    } catch (error) {
      toast.error(isApiError(error) ? error.message : '登录命令没有取到，请重试')
    }
  }
  // Browsers allow copying only right after a click, so the answer is fetched before it.
  return { copy, prepare: () => void ask().catch(() => undefined) }
}

const unavailableText = '进入「运行中」后可用'
const noSshText = '这里没有开通 SSH 登录，请使用终端'

interface WayProps {
  icon: IconName
  /** Shown on a phone, where nothing can hover. */
  word: string
  label: string
  name: string
  /** Why it is unavailable. */
  off: string | false
  onClick: () => void
  onPrepare?: (() => void) | undefined
}

/** One way in. While it is unavailable it can still be focused, to read why. */
function Way({ icon, word, label, name, off, onClick, onPrepare }: WayProps) {
  const what = off ? `${label}（${off}）` : label
  return (
    <button
      type="button"
      className={styles.way}
      aria-label={`${label} ${name}`}
      aria-disabled={off !== false}
      title={what}
      {...(off && { 'aria-description': off })}
      {...(!off && { onClick })}
      {...(!off && onPrepare && { onPointerEnter: onPrepare, onFocus: onPrepare })}
    >
      <Icon name={icon} />
      <span className={styles.word}>{word}</span>
    </button>
  )
}

/** The most used ways into an instance, inside the list. They keep their places whatever the state. */
export function QuickAccess({
  instance: { id, status, nick_name: name },
  named = false,
}: {
  instance: Pick<Instance, 'id' | 'status' | 'nick_name'>
  /** Shows the words at any width. */
  named?: boolean
}) {
  const navigate = useNavigate()
  const { copy, prepare } = useCopySshCommand(id)
  const { ssh } = useServerOffers()
  const off = !isActionAllowed('terminal', status) && unavailableText
  return (
    <span className={styles.ways} data-named={named}>
      <Way
        icon="copy"
        word="SSH"
        label="复制 SSH 命令"
        name={name}
        off={off || (!ssh && noSshText)}
        onClick={() => void copy()}
        onPrepare={prepare}
      />
      <Way
        icon="ledger"
        word="Jupyter"
        label="打开 JupyterLab"
        name={name}
        off={off}
        onClick={() => void openPortLink(id, jupyterPort)}
      />
      <Way
        icon="terminal"
        word="终端"
        label="打开终端"
        name={name}
        off={off}
        onClick={() => void navigate(paths.containerInstanceTab(id, 'terminal'))}
      />
    </span>
  )
}
