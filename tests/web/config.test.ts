import { describe, expect, it } from 'vitest'
import { readWebConfig } from '#src/config.ts'

describe('requirements §4, §8 What a build of the web may set', () => {
  it.each([
    [{}, { api_host: '', stream_retries: 20, successCode: '0' }],
    [
      { VITE_STREAM_RETRIES: '', VITE_SUCCESS_CODE: '' },
      { api_host: '', stream_retries: 20, successCode: '0' },
    ],
    [
      { VITE_STREAM_RETRIES: '-1', VITE_SUCCESS_CODE: '200' },
      { api_host: '', stream_retries: -1, successCode: '200' },
    ],
    [{ VITE_STREAM_RETRIES: '0' }, { api_host: '', stream_retries: 0, successCode: '0' }],
    [
      { VITE_API_HOST: 'https://api.example.cn:8443' },
      { api_host: 'https://api.example.cn:8443', stream_retries: 20, successCode: '0' },
    ],
  ])('%j is %j', (env, config) => expect(readWebConfig(env)).toEqual(config))

  it.each([
    'https://api.example.cn/',
    'https://api.example.cn/v1',
    'https://API.example.cn',
    'api.example.cn',
    'ftp://api.example.cn',
    '//api.example.cn',
    '*',
  ])('ends the build at a host of the API that is no origin: %s', (said) => {
    expect(() => readWebConfig({ VITE_API_HOST: said })).toThrow(`not "${said}"`)
  })

  it.each(['-2', '1.5', 'for ever', '1e3'])('ends the build at retries it cannot read: %s', (said) => {
    expect(() => readWebConfig({ VITE_STREAM_RETRIES: said })).toThrow(`not "${said}"`)
  })
})
