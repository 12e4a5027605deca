import { Button } from 'antd'
import { useNavigate } from 'react-router-dom'
import { paths } from '#src/paths.ts'

/** The two ways to a first instance: straight away, or after a look at what there is. */
export function FirstInstanceActions() {
  const navigate = useNavigate()
  return (
    <>
      <Button type="primary" onClick={() => void navigate(paths.createInstance())}>
        创建实例
      </Button>
      <Button onClick={() => void navigate(paths.market)}>去算力市场</Button>
    </>
  )
}
