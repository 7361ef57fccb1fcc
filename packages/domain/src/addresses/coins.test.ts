/**
 * The published vectors of EIP-55, BIP 173, BIP 350 and well-known addresses; then typing errors.
 */
import { describe, expect, test } from 'vitest'
import { addressCanonical, addressFault, networkOfProtocol } from './coins.ts'

describe('Ethereum and its kin', () => {
  test.each([
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    '0xde709f2102306220921060314715629080e2fb77',
    '0x27b1fdb04752bbc536007a920d24acb045561c26',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ])('EIP-55: %s', (text) => expect(addressFault('evm', text)).toBeUndefined())

  test.each([
    ['0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'address_checksum_wrong'],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', 'address_checksum_wrong'],
    ['0x0000000000000000000000000000000000000000', 'address_not_payable'],
    ['5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'address_malformed'],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe', 'address_malformed'],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAedd', 'address_malformed'],
    [' 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'address_malformed'],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg', 'address_malformed'],
    ['vitalik.eth', 'address_malformed'],
    ['', 'address_malformed'],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'address_network_wrong'],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'address_network_wrong'],
  ])('%s: %s', (text, fault) => expect(addressFault('evm', text)).toBe(fault))
})

describe('Tron', () => {
  test.each(['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW'])('%s', (text) =>
    expect(addressFault('tron', text)).toBeUndefined(),
  )

  test.each([
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u', 'address_checksum_wrong'],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6', 'address_malformed'],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj60', 'address_malformed'],
    ['T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', 'address_not_payable'],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'address_network_wrong'],
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', 'address_network_wrong'],
  ])('%s: %s', (text, fault) => expect(addressFault('tron', text)).toBe(fault))
})

describe('Bitcoin', () => {
  test.each([
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  ])('%s', (text) => expect(addressFault('bitcoin', text)).toBeUndefined())

  test.each([
    // BIP 173 and 350, valid, but on the test network.
    ['tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7', 'address_network_wrong'],
    ['tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy', 'address_network_wrong'],
    ['tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c', 'address_network_wrong'],
    ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'address_network_wrong'],
    ['2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc', 'address_network_wrong'],
    // BIP 350, valid, but of kinds that no wallet makes: money sent there is lost.
    ['bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y', 'address_not_payable'],
    ['BC1SW50QGDZ25J', 'address_not_payable'],
    ['bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', 'address_not_payable'],
    // BIP 350, invalid.
    ['tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut', 'address_malformed'],
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', 'address_checksum_wrong'],
    ['BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL', 'address_checksum_wrong'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh', 'address_checksum_wrong'],
    ['tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47', 'address_checksum_wrong'],
    ['bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4', 'address_malformed'],
    ['BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R', 'address_malformed'],
    ['bc1pw5dgrnzv', 'address_malformed'],
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav', 'address_malformed'],
    ['BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P', 'address_malformed'],
    ['tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq', 'address_malformed'],
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf', 'address_malformed'],
    ['bc1gmk9yu', 'address_malformed'],
    // Typing errors.
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'address_checksum_wrong'],
    ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T5', 'address_checksum_wrong'],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfN0', 'address_malformed'],
    ['', 'address_malformed'],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'address_network_wrong'],
  ])('%s: %s', (text, fault) => expect(addressFault('bitcoin', text)).toBe(fault))
})

test('any single wrong character of an address with a checksum is noticed', () => {
  const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  for (const [network, address] of [
    ['tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ['bitcoin', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
    ['bitcoin', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
  ] as const)
    for (let at = 0; at < address.length; at++)
      for (const letter of alphabet)
        if (letter !== address.charAt(at)) {
          const typed = address.slice(0, at) + letter + address.slice(at + 1)
          expect(addressFault(network, typed), typed).toBeDefined()
        }
})

test('the same address in another spelling is the same', () => {
  expect(addressCanonical('evm', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toBe(
    '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
  )
  expect(addressCanonical('bitcoin', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4')).toBe(
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  )
  expect(addressCanonical('bitcoin', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy')).toBe('3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy')
  expect(addressCanonical('tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toBe('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')
})

test.each([
  ['ERC20', 'evm'],
  ['erc-20', 'evm'],
  ['BEP20', 'evm'],
  ['TRC20', 'tron'],
  ['BTC', 'bitcoin'],
  ['SOL', undefined],
  ['', undefined],
])('protocol %s -> %s', (protocol, network) => expect(networkOfProtocol(protocol)).toBe(network))
