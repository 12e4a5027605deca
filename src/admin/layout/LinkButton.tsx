import { Button, type ButtonProps } from 'antd'
import { useHref, useLinkClickHandler } from 'react-router-dom'

interface Props extends Omit<ButtonProps, 'href' | 'onClick'> {
  to: string
}

/** Link that looks like antd's buttons beside it; one tab stop, unlike a button inside a link. */
export function LinkButton({ to, ...rest }: Props) {
  const href = useHref(to)
  const follow = useLinkClickHandler<HTMLElement>(to)
  return <Button {...rest} href={href} onClick={follow} />
}
