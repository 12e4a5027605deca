import { Modal } from 'antd'
import { wechat } from '#contract/wechat.ts'
import { useAction } from '#src/admin/use-action.ts'
import { ScanCode } from '#src/auth/ScanCode.tsx'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import { reloadUser } from './reload-user.ts'
import { useBindScan } from './use-bind-scan.ts'

/** Binds the WeChat that scans the code and confirms on the phone. */
export default function WechatDialog({ onClose }: { onClose: () => void }) {
  const { run, pending } = useAction(wechat.bind_wechat, {
    failed: '绑定失败，请重试',
    onDone: () => {
      reloadUser()
      onClose()
    },
    onRefused: () => refresh(),
  })
  const bind = useStableCallback((sceneStr: string) => void run({ body: { scene_str: sceneStr } }))
  const { qr, refresh } = useBindScan(bind)

  return (
    <Modal open width={400} title="绑定微信" footer={null} onCancel={onClose} maskClosable={false}>
      <ScanCode qr={qr} purpose="绑定" word={pending ? '正在绑定' : undefined} onPhone={false} onRefresh={refresh} />
    </Modal>
  )
}
