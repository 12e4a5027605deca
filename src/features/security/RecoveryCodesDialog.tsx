import { Alert, Button, Modal } from 'antd'
import { useState } from 'react'
import { useConfirmDialogs } from '#src/admin/ask/confirm-dialog-context.ts'
import { copyText } from '#src/ui/copy-text.ts'
import { saveAsFile } from '#src/ui/download.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { RecoveryCodeList } from '#src/ui/second-factor/RecoveryCodeList.tsx'

/** Shows recovery codes, which are visible only once. Closing without having taken them asks for confirmation. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const ask = useConfirmDialogs()
  const [taken, setTaken] = useState(false)
  const text = codes.join('\n')

  const close = () => {
    if (taken) return onClose()
    void ask.confirm({
      title: '还没有保存恢复码',
      content: '关闭后无法再次查看。手机丢失又没有恢复码时，要由平台的管理人员在服务器上重置。',
      okText: '仍要关闭',
      okButtonProps: { danger: true },
      cancelText: '返回保存',
      autoFocusButton: 'cancel',
      onOk: onClose,
    })
  }

  return (
    <Modal
      open
      width={440}
      title="保存恢复码"
      maskClosable={false}
      onCancel={close}
      footer={
        <>
          <Button
            icon={<Icon name="copy" />}
            onClick={() => {
              void copyText(text)
              setTaken(true)
            }}
          >
            复制
          </Button>
          <Button
            icon={<Icon name="download" />}
            onClick={() => {
              saveAsFile('恢复码.txt', `${text}\n`)
              setTaken(true)
            }}
          >
            下载
          </Button>
          <Button type="primary" onClick={close}>
            已保存
          </Button>
        </>
      }
    >
      <Alert
        type="warning"
        showIcon
        message="恢复码只显示这一次。手机不在身边时用它登录，每个只能用一次；请存到手机以外的地方。"
      />
      <RecoveryCodeList codes={codes} />
    </Modal>
  )
}
