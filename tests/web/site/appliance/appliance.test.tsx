import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { BrowserRouter, StaticRouter } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { leads } from '#contract/leads.ts'
import { limits } from '#contract/limits.ts'
import { platform } from '#contract/platform.ts'
import AppliancePage from '#src/site/appliance/AppliancePage.tsx'
import { computeModelCells } from '#src/site/appliance/model-cells.ts'
import { applianceModels, computeCommonModels, computeMaxParameters } from '#src/site/appliance/models.ts'
import { listRecordedCalls, mockRawCall, toAcceptedResponse, toRefusedResponse } from '#tests/web/ui/header/wire.ts'

const show = (address = '/lg-model-aio') => {
  window.history.replaceState(null, '', address)
  return render(
    <BrowserRouter>
      <AppliancePage />
    </BrowserRouter>,
  )
}
const form = () => within(screen.getByRole('form', { name: '售前咨询' }))

beforeEach(() => {
  sessionStorage.clear()
  mockRawCall(platform.server_info, () => toRefusedResponse('unavailable'))
})

describe('requirements §1 Appliance page', () => {
  it('sells standard, professional and flagship editions in Nvidia, Ascend and Kunlun variants', () => {
    show()
    const section = within(screen.getByRole('region', { name: '三个版本，三种芯片' }))
    for (const edition of ['标准版', '专业版', '旗舰版'])
      expect(section.getByRole('heading', { name: edition })).toBeInTheDocument()
    for (const vendor of ['NVIDIA', '昇腾', '昆仑芯']) expect(section.getAllByText(vendor)).toHaveLength(3)
  })

  it.each([
    ['AIN240S', 192],
    ['AIN480P', 384],
    ['AIN1410U', 1128],
    ['AICA320P', null],
    ['AICA640U', null],
    ['AICK960U', null],
  ])('names %s with its memory, and no memory the spec does not give', (name, memoryGb) => {
    expect(applianceModels.find((model) => model.name === name)).toMatchObject({ memory_gb: memoryGb })
    show()
    expect(screen.getByRole('columnheader', { name, hidden: true })).toBeInTheDocument()
  })

  it('reckons what fits from the memory alone', () => {
    expect([computeMaxParameters(192, 'FP16'), computeMaxParameters(384, 'INT8'), computeMaxParameters(1128, 'INT4')]).toEqual([
      76, 307, 1804,
    ])
  })

  it('counts models of 70B that fit at once, and leaves what the order settles to the contract', () => {
    expect([192, 384, 1128].map((memoryGb) => computeCommonModels(memoryGb, 'INT8'))).toEqual([2, 4, 12])
    show()
    const settled = screen.getAllByRole('cell', { name: /^GPU 型号与数量、.+写进合同/ })
    for (const cell of settled) expect(cell).toHaveAttribute('colspan', '3')
  })

  it('shows a picture of what is sold, each machine by its name and its memory as cells', () => {
    show()
    const picture = screen.getByRole('img', { name: /^机柜示意图/ })
    for (const { name } of applianceModels) expect(within(picture).getByText(name)).toBeInTheDocument()
    expect(picture.nextSibling).toHaveTextContent('每格 24 GB 显存')
  })

  it('draws each edition and each vendor differently', () => {
    const dies = applianceModels.map(({ edition, vendor }) => computeModelCells(edition, vendor).join())
    expect(new Set(dies).size).toBe(applianceModels.length)
  })

  it('shows advantages, the value-added services as a table, and three years of warranty', () => {
    show()
    const services = within(screen.getByRole('region', { name: '增值服务' }))
    const named = services.getAllByRole('rowheader').map((cell) => cell.textContent)
    expect(named).toEqual(['算法咨询', '定制开发', '开源支持', '数据增强', '大模型微调', '推理加速', '定制方案'])
    expect(services.getByText('三年质保')).toBeInTheDocument()
    expect(screen.getByRole('region', { name: '为什么私有部署' })).toBeInTheDocument()
  })

  it('is written at build time without a browser', () => {
    const html = renderToString(
      <StaticRouter location="/lg-model-aio">
        <AppliancePage />
      </StaticRouter>,
    )
    expect(html).toContain('AICK960U')
  })
})

describe('requirements §2 Appliance page behaviour', () => {
  it('has a carousel of two slides with previous and next', () => {
    show()
    const carousel = screen.getByRole('region', { name: '各系列规格' })
    expect(within(carousel).getAllByRole('group', { hidden: true })).toHaveLength(2)
    expect(limits.carouselMs).toBe(5000)
    for (const name of ['上一张', '下一张'])
      expect(within(carousel).getByRole('button', { name, hidden: true })).toBeInTheDocument()
  })

  it('has five scene cards that open their detail by click and by arrow key', async () => {
    show()
    const tabs = screen.getAllByRole('tab')
    expect(tabs).toHaveLength(5)
    await userEvent.click(screen.getByRole('tab', { name: '代码助手' }))
    expect(screen.getByRole('tabpanel', { name: '代码助手' })).toHaveTextContent('源代码不出公司')
    await userEvent.keyboard('{ArrowRight}')
    expect(screen.getByRole('tab', { name: '科研训练' })).toHaveFocus()
    expect(screen.getByRole('tabpanel', { name: '科研训练' })).toBeInTheDocument()
    await userEvent.keyboard('{End}{ArrowRight}')
    expect(screen.getByRole('tab', { name: '私有知识库' })).toHaveAttribute('aria-selected', 'true')
    expect(tabs.filter((tab) => tab.tabIndex === 0)).toHaveLength(1)
  })

  it('has a blue bar that leads to /market', () => {
    show()
    expect(screen.getByRole('link', { name: /去算力市场/ })).toHaveAttribute('href', '/market')
  })
})

describe('issue 4 Pre-sales form', () => {
  const fill = async () => {
    await userEvent.type(form().getByLabelText('称呼'), '陈女士')
    await userEvent.type(form().getByLabelText('手机号'), '13800138000')
    await userEvent.selectOptions(form().getByLabelText('感兴趣的版本'), '旗舰版')
    await userEvent.type(form().getByLabelText(/需求/), '私有知识库')
  }
  const send = () => userEvent.click(form().getByRole('button', { name: '提交咨询' }))

  it('sends what was typed, says what happens next, and forgets the draft', async () => {
    mockRawCall(leads.create, () => toAcceptedResponse(null))
    show()
    await fill()
    await send()
    expect(await screen.findByText('已收到你的咨询')).toBeInTheDocument()
    expect(screen.getByText(/15 个工作日内拨打 13800138000/)).toBeInTheDocument()
    expect(listRecordedCalls(leads.create).map(({ body, authorization }) => [body, authorization])).toEqual([
      [{ name: '陈女士', phone: '13800138000', company: '', interest: 'flagship', vendor: null, message: '私有知识库' }, null],
    ])
    expect(sessionStorage).toHaveLength(0)
  })

  it('shows each fault at its field, goes to the first, and sends nothing', async () => {
    show()
    await userEvent.type(form().getByLabelText('手机号'), '12345')
    await send()
    expect(await form().findByText('请输入称呼')).toBeInTheDocument()
    expect(form().getByText('请输入正确的手机号')).toBeInTheDocument()
    expect(form().getByText('请选择感兴趣的版本')).toBeInTheDocument()
    expect(form().getByLabelText('称呼')).toHaveFocus()
    expect(form().getByLabelText('手机号')).toHaveAccessibleDescription('请输入正确的手机号')
    expect(listRecordedCalls(leads.create)).toEqual([])
  })

  it('checks a field that was filled in when it is left', async () => {
    show()
    await userEvent.type(form().getByLabelText('手机号'), '12345')
    await userEvent.tab()
    expect(await form().findByText('请输入正确的手机号')).toBeInTheDocument()
    expect(form().queryByText('请输入称呼')).not.toBeInTheDocument()
  })

  it('loses nothing when the server refuses or cannot be reached, nor by a reload', async () => {
    mockRawCall(leads.create, () => toRefusedResponse('too_many_requests'))
    const { unmount } = show()
    await fill()
    await send()
    expect(await form().findByText('请求过于频繁，请稍后再试')).toBeInTheDocument()
    expect(form().getByLabelText('称呼')).toHaveValue('陈女士')
    unmount()
    show()
    expect(form().getByLabelText(/需求/)).toHaveValue('私有知识库')
    expect(form().getByLabelText('感兴趣的版本')).toHaveValue('flagship')
  })

  it('shows what only the server could know at its field', async () => {
    mockRawCall(leads.create, () => toRefusedResponse('invalid', { errors: { phone: ['请输入正确的手机号'] } }))
    show()
    await fill()
    await send()
    expect(await form().findByText('请输入正确的手机号')).toBeInTheDocument()
    expect(form().getByLabelText('手机号')).toHaveFocus()
  })

  it('opens with the edition that was asked about', async () => {
    vi.stubGlobal('requestAnimationFrame', (run: () => void) => run())
    show()
    await userEvent.click(screen.getByRole('link', { name: '咨询专业版' }))
    expect(form().getByLabelText('感兴趣的版本')).toHaveValue('professional')
    expect(window.location.hash).toBe('#consult')
    vi.unstubAllGlobals()
  })
})
