import { Alert, Button, Modal } from 'antd'
import { instanceAccess } from '#contract/instance-access.ts'
import { instanceActions } from '#contract/instance-actions.ts'
import type { Instance } from '#contract/instances.ts'
import { useAction } from '#src/admin/use-action.ts'
import { copyText } from '#src/ui/copy-text.ts'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './access.module.css'

const { label, effect } = instanceActions.reset_password

/** Generates a new password and shows it once. */
export default function ResetSshPassword({ row, onClose }: { row: Instance; onClose: () => void }) {
  const { run, pending, data, failure } = useAction(instanceAccess.reset_password, { success: false, pageTells: true })
  const password = data?.password
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
            <Button type="primary" icon={<Icon name="copy" />} onClick={() => void copyText(password, '已复制密码')}>
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
      okButtonProps={{ loading: pending }}
      onOk={() => void run({ params: { id: row.id } })}
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
