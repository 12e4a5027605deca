import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Modal } from 'antd'
import { useState } from 'react'
import { instance_access } from '#contract/instance-access.ts'
import { instance_actions } from '#contract/instance-actions.ts'
import type { Instance } from '#contract/instances.ts'
import { type ApiError, isApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { copyText } from '#src/ui/copy-text.ts'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './Access.module.css'
import { accessKey } from './use-access.ts'

const { label, effect } = instance_actions.reset_password

/** Makes a new password and shows it this one time. */
export default function ResetPassword({ row, onClose }: { row: Instance; onClose: () => void }) {
  const client = useQueryClient()
  const [password, setPassword] = useState<string>()
  const [failure, setFailure] = useState<ApiError>()
  const [acting, setActing] = useState(false)

  const reset = async () => {
    setActing(true)
    setFailure(undefined)
    try {
      const { data } = await call(instance_access.reset_password, { params: { id: row.id } })
      setPassword(data.password)
      await client.invalidateQueries({ queryKey: accessKey(row.id) })
    } catch (error) {
      if (!isApiError(error)) throw error
      setFailure(error)
    } finally {
      setActing(false)
    }
  }

  if (password !== undefined) {
    return (
      <Modal
        open
        title="新的 SSH 密码"
        maskClosable={false}
        onCancel={onClose}
        width={480}
        footer={
          <>
            <Button onClick={onClose}>完成</Button>
            <Button type="primary" icon={<Icon name="copy" />} onClick={() => void copyText(password)}>
              复制密码
            </Button>
          </>
        }
      >
        <div className={styles.reset}>
          <output className={styles.password} aria-label="新密码">
            {password}
          </output>
          <p>只显示这一次，关闭后无法再查看。之前的密码已失效。</p>
        </div>
      </Modal>
    )
  }
  return (
    <Modal
      open
      title={`${label}「${row.nick_name}」`}
      okText={failure ? '重试' : label}
      okButtonProps={{ loading: acting }}
      onOk={() => void reset()}
      onCancel={onClose}
      width={480}
    >
      <div className={styles.reset}>
        <p>{effect}</p>
        {failure && <Alert type="warning" showIcon message={failure.message} />}
      </div>
    </Modal>
  )
}
