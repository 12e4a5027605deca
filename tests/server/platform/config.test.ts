import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'

describe('A value of the configuration', () => {
  it.each([
    ['PUBLIC_ORIGIN', 'gpu.example.cn:443'],
    ['PUBLIC_ORIGIN', 'ftp://gpu.example.cn'],
    ['PUBLIC_ORIGIN', 'https://gpu.example.cn/console'],
    ['PROMETHEUS_URL', 'prometheus:9090'],
    ['S3_ENDPOINT', 'minio:9000'],
    ['ALIPAY_GATEWAY', 'openapi.alipay.com:443'],
    ['DOCKER_VIRTUAL_GPUS', 'RTX 4090:two'],
    ['DOCKER_VIRTUAL_GPUS', 'RTX 4090:0'],
    ['DOCKER_VIRTUAL_GPUS', ':2'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['S3_BUCKET', 'files'],
  ])('that would silently do something else is refused by name: %s=%s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(`配置 ${name}`)
  })

  it('is taken as people write it', () => {
    const { docker, trust_proxy, public_origin } = readConfig({
      PUBLIC_ORIGIN: 'https://gpu.example.cn/',
      DOCKER_VIRTUAL_GPUS: 'RTX 4090:2, A100',
      TRUST_PROXY: 'loopback, 10.0.0.1,172.16.0.0/12, fd00::/8',
    })
    expect(docker.virtual_gpus).toEqual([
      { model: 'RTX 4090', count: 2 },
      { model: 'A100', count: 1 },
    ])
    expect(trust_proxy).toEqual(['loopback', '10.0.0.1', '172.16.0.0/12', 'fd00::/8'])
    expect(public_origin).toBe('https://gpu.example.cn')
  })
})
