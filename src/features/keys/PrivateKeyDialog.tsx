import { Alert, Button, Modal } from 'antd'
import { useState } from 'react'
import { useConfirmDialogs } from '#src/admin/ask/confirm-dialog-context.ts'
import codeBox from '#src/ui/code-box.module.css'
import { copyText } from '#src/ui/copy-text.ts'
import { saveAsFile } from '#src/ui/download.ts'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './PrivateKeyDialog.module.css'

interface Props {
  result: Record<string, unknown>
  onClose: () => void
}

/** Shows the private key, which is visible only once. Closing without saving it asks for confirmation. */
export default function PrivateKeyDialog({ result, onClose }: Props) {
  const ask = useConfirmDialogs()
  const [taken, setTaken] = useState(false)
  const { name, private_key: privateKey } = result as { name: string; private_key: string | null }

  const close = () => {
    if (taken) return onClose()
    void ask.confirm({
      title: '还没有保存私钥',
      content: '关闭后无法再次查看，只能删除这把密钥并重新生成。',
      okText: '仍要关闭',
      okButtonProps: { danger: true },
      cancelText: '返回保存',
      autoFocusButton: 'cancel',
      onOk: onClose,
    })
  }

  if (!privateKey) {
    return (
      <Modal open title="公钥已导入" cancelButtonProps={{ hidden: true }} okText="完成" onOk={onClose} onCancel={onClose}>
        <p>「{name}」可以在创建实例时选用，登录时使用与它配对的私钥。</p>
      </Modal>
    )
  }
  return (
    <Modal
      open
      width="calc(var(--width-form) - var(--space-64))"
      title={`保存「${name}」的私钥`}
      maskClosable={false}
      onCancel={close}
      footer={
        <>
          <Button
            icon={<Icon name="copy" />}
            onClick={() => {
              void copyText(privateKey)
              setTaken(true)
            }}
          >
            复制私钥
          </Button>
          <Button
            icon={<Icon name="download" />}
            type={taken ? 'default' : 'primary'}
            onClick={() => {
              saveAsFile(`${name}.pem`, privateKey)
              setTaken(true)
            }}
          >
            下载私钥
          </Button>
          {taken && (
            <Button type="primary" onClick={onClose}>
              完成
            </Button>
          )}
        </>
      }
    >
      <Alert type="warning" showIcon message="私钥只显示这一次，平台不保存。请下载或复制到安全的地方。" />
      <pre className={`${codeBox.box} ${styles.key}`}>{privateKey}</pre>
      <p className={styles.hint}>
        下载后先执行 <code>chmod 600</code>，再用 <code>ssh -i</code> 指定它登录。
      </p>
    </Modal>
  )
}
