import { Drawer } from 'antd'
import { SiderMenu } from './SiderMenu.tsx'

/** Menu as a drawer over the page, for narrow windows. */
export default function SiderDrawer({ onClose }: { onClose: () => void }) {
  return (
    <Drawer
      open
      placement="left"
      width="calc(var(--width-sider) + var(--space-32))"
      title="控制台"
      onClose={onClose}
      styles={{ body: { padding: 'var(--space-8)' } }}
    >
      <SiderMenu folded={false} onChoose={onClose} />
    </Drawer>
  )
}
