import { Link } from 'react-router'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { paths } from '#src/paths.ts'

/** This installation has real providers: there is nothing to play here. */
export function SandboxOff() {
  return (
    <EmptyState
      title="沙箱未启用"
      hint="本平台已接入真实的短信与支付服务。验证码会发到您的手机，付款请使用支付宝或微信。"
      action={<Link to={paths.home()}>返回首页</Link>}
    />
  )
}
