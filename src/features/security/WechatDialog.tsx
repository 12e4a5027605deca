import { Modal } from 'antd'
import { useState } from 'react'
import { wechat } from '#contract/wechat.ts'
import { isApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { ScanView } from '#src/auth/ScanView.tsx'
import { toast } from '#src/ui/toast.ts'
import { useStable } from '#src/ui/use-stable.ts'
import { useBindScan } from './use-bind-scan.ts'
import { useDone } from './use-done.ts'

/** Binds the WeChat that scans the code and confirms on the phone. */
export default function WechatDialog({ onClose }: { onClose: () => void }) {
  const done = useDone()
  const [binding, setBinding] = useState(false)

  const bind = useStable(async (scene_str: string) => {
    setBinding(true)
    try {
      done((await call(wechat.bind_wechat, { body: { scene_str } })).message)
      onClose()
    } catch (error) {
      toast.error(isApiError(error) ? error.message : '绑定失败，请重试')
      setBinding(false)
      refresh()
    }
  })
  const { qr, refresh } = useBindScan(bind)

  return (
    <Modal open width={400} title="绑定微信" footer={null} onCancel={onClose} maskClosable={false}>
      <ScanView qr={qr} purpose="绑定" word={binding ? '正在绑定' : undefined} on_phone={false} onRefresh={refresh} />
    </Modal>
  )
}
