import { useQueryClient } from '@tanstack/react-query'
import { instanceAccess, jupyterPort } from '#contract/instance-access.ts'
import { isActionAllowed } from '#contract/instance-actions.ts'
import type { Instance } from '#contract/instances.ts'
import { isApiError } from '#src/api/api-error.ts'
import { fetchEndpoint } from '#src/providers/data/endpoint-queries.ts'
import { copyText } from '#src/ui/copy-text.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { toast } from '#src/ui/toast.ts'
import { openPortLink } from './open-port-link.ts'
import styles from './QuickAccess.module.css'

const keptMs = 60_000

/** The two most used access methods, inside the list; renders nothing unless the instance runs. */
export function QuickAccess({
  instance: { id, status, nick_name: nickName },
}: {
  instance: Pick<Instance, 'id' | 'status' | 'nick_name'>
}) {
  const client = useQueryClient()
  if (!isActionAllowed('terminal', status)) return null
  const ask = () => fetchEndpoint(client, instanceAccess.get, { params: { id } }, keptMs)
  // Browsers allow copying only right after a click, so the answer is fetched before it.
  const prepare = () => void ask().catch(() => undefined)
  const copy = async () => {
    try {
      const { ssh } = await ask()
      if (ssh) await copyText(ssh.command)
      else toast.error('这里没有开通 SSH 登录，请使用终端')
    } catch (error) {
      toast.error(isApiError(error) ? error.message : '登录命令没有取到，请重试')
    }
  }
  return (
    <span className={styles.ways}>
      <button
        type="button"
        className={styles.way}
        aria-label={`复制 SSH 命令 ${nickName}`}
        title="复制 SSH 命令"
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => void copy()}
      >
        <Icon name="copy" />
        SSH
      </button>
      <button
        type="button"
        className={styles.way}
        aria-label={`打开 JupyterLab ${nickName}`}
        title="打开 JupyterLab"
        onClick={() => void openPortLink(id, jupyterPort)}
      >
        <Icon name="external" />
        Jupyter
      </button>
    </span>
  )
}
