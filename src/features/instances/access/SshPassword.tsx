import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { type InstanceAccess, instance_access } from '#contract/instance-access.ts'
import { instance_actions, isAllowed, status_codes } from '#contract/instance-actions.ts'
import { isApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import type { InstanceDetail } from '#src/features/instances/detail/instance-detail.ts'
import { copyText } from '#src/ui/copy-text.ts'
import { Icon, type IconName } from '#src/ui/Icon.tsx'
import { toast } from '#src/ui/toast.ts'
import styles from './Access.module.css'
import ResetPassword from './ResetPassword.tsx'
import { accessKey } from './use-access.ts'

interface Props {
  instance: InstanceDetail
  ssh: NonNullable<InstanceAccess['ssh']>
}

/** As many dots as it has signs: nothing moves when it is shown. */
const dots = '•'.repeat(16)

/** The password to log in with: asked for when it is wanted, and forgotten with the page. */
export function SshPassword({ instance, ssh }: Props) {
  const client = useQueryClient()
  const [password, setPassword] = useState<string>()
  const [shown, setShown] = useState(false)
  const [asking, setAsking] = useState(false)
  const [resetting, setResetting] = useState(false)
  const { id, status } = instance
  const allowed = isAllowed('reset_password', status)

  const ask = async (): Promise<string | undefined> => {
    if (password !== undefined) return password
    setAsking(true)
    try {
      const { data } = await call(instance_access.reveal_password, { params: { id } })
      setPassword(data.password)
      return data.password
    } catch (error) {
      if (!isApiError(error)) throw error
      toast.error(error.message)
      await client.invalidateQueries({ queryKey: accessKey(id) })
    } finally {
      setAsking(false)
    }
  }
  const show = async () => setShown((await ask()) !== undefined)
  const make = async () => {
    await show()
    await client.invalidateQueries({ queryKey: accessKey(id) })
  }
  const copy = async () => {
    const known = await ask()
    if (known !== undefined) await copyText(known)
  }

  if (ssh.password_kept || (password !== undefined && !ssh.password_set))
    return (
      <Line>
        <output className={styles.secret} aria-label="SSH 密码">
          {shown && password !== undefined ? password : dots}
        </output>
        <Sign
          name={shown ? 'eye_off' : 'eye'}
          label={shown ? '隐藏密码' : '显示密码'}
          busy={asking}
          onClick={() => void (shown ? setShown(false) : show())}
        />
        <Sign name="copy" label="复制密码" busy={asking} onClick={() => void copy()} />
      </Line>
    )
  if (ssh.password_set)
    return (
      <Line>
        <span className={styles.secret}>已重置，平台不保存</span>
        <Button type="link" size="small" disabled={!allowed} onClick={() => setResetting(true)}>
          {instance_actions.reset_password.label}
        </Button>
        {resetting && <ResetPassword row={instance} onClose={() => setResetting(false)} />}
      </Line>
    )
  const coming = status === status_codes.creating
  return (
    <Line>
      <span className={styles.secret}>{coming ? '创建完成后可以查看' : '未设置'}</span>
      {!coming && (
        <Button type="link" size="small" loading={asking} disabled={!allowed} onClick={() => void make()}>
          生成密码
        </Button>
      )}
    </Line>
  )
}

const Line = ({ children }: { children: ReactNode }) => (
  <div className={`${styles.command} ${styles.secretLine}`}>
    <span className={styles.of}>密码</span>
    {children}
  </div>
)

const Sign = ({ name, label, busy, onClick }: { name: IconName; label: string; busy: boolean; onClick: () => void }) => (
  <button type="button" className={styles.sign} aria-label={label} title={label} disabled={busy} onClick={onClick}>
    <Icon name={name} />
  </button>
)
