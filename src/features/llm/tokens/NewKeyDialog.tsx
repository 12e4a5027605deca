import { Alert, Button, Modal } from 'antd'
import { useState } from 'react'
import { useConfirmDialogs } from '#src/admin/ask/confirm-dialog-context.ts'
import { copyText } from '#src/ui/copy-text.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { CodeBlock } from '#src/ui/markdown/CodeBlock.tsx'
import styles from './NewKeyDialog.module.css'
import { buildSample } from './sample-requests.ts'
import { useLlmGateway, useLlmModels } from './use-models.ts'

interface Props {
  result: Record<string, unknown>
  onClose: () => void
}

/** Shows the key, which is visible only once. Closing without saving it asks for confirmation. */
export default function NewKeyDialog({ result, onClose }: Props) {
  const ask = useConfirmDialogs()
  const [taken, setTaken] = useState(false)
  const { data: gateway } = useLlmGateway()
  const model = useLlmModels().data?.find(({ kind }) => kind === 'chat')?.id
  const { name, secret } = result as { name: string; secret: string }

  const close = () => {
    if (taken) return onClose()
    void ask.confirm({
      title: '还没有复制密钥',
      content: '关闭后无法再次查看，只能删除这把密钥并重新创建。',
      okText: '仍要关闭',
      okButtonProps: { danger: true },
      cancelText: '返回复制',
      autoFocusButton: 'cancel',
      onOk: onClose,
    })
  }

  return (
    <Modal
      open
      width={640}
      title={`复制「${name}」的密钥`}
      maskClosable={false}
      onCancel={close}
      footer={
        <>
          <Button
            icon={<Icon name="copy" />}
            type={taken ? 'default' : 'primary'}
            onClick={() => {
              void copyText(secret)
              setTaken(true)
            }}
          >
            复制密钥
          </Button>
          {taken && (
            <Button type="primary" onClick={onClose}>
              完成
            </Button>
          )}
        </>
      }
    >
      <Alert
        type="warning"
        showIcon
        message="密钥只显示这一次，平台只保存它的指纹。谁拿到它就能花你的余额：不要写进代码仓库或网页。"
      />
      <code className={styles.secret}>{secret}</code>
      <h3 className={styles.head}>在终端里试一次</h3>
      <div className={styles.sample}>
        {gateway && model && (
          <CodeBlock text={buildSample.curl({ base_url: gateway.base_url, model, secret })} onCopy={() => setTaken(true)} />
        )}
      </div>
    </Modal>
  )
}
