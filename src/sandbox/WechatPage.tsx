import { useSearchParams } from 'react-router-dom'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { SandboxFrame } from './SandboxFrame.tsx'
import { SandboxPhone } from './SandboxPhone.tsx'
import { usePhones } from './use-phones.ts'

function Phones({ scene }: { scene: string | null }) {
  const { people, off, error, reload } = usePhones()
  if (off) return null
  if (!people) return error ? <ErrorState error={error} onRetry={() => void reload()} /> : <SkeletonRows rows={4} columns={1} />
  return <SandboxPhone key={scene} people={people} scene={scene} onChanged={reload} />
}

/** Plays a phone with WeChat; what the QR code opens in the sandbox. */
export default function WechatPage() {
  const [search] = useSearchParams()
  const scene = search.get('scene')
  return (
    <SandboxFrame
      title="沙箱微信"
      plays={['wechat']}
      lead={
        scene
          ? '代替手机：选一个微信扫码，再像在公众号里那样确认。平台收到的是签名的消息。'
          : '代替手机上的微信。要扫码，请在登录窗口选「微信扫码」，再点二维码下方的链接。'
      }
    >
      <Phones scene={scene} />
    </SandboxFrame>
  )
}
