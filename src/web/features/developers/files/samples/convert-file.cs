using System;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Net.Http.Headers;
using System.Security.Cryptography;
using System.Text.RegularExpressions;
using System.Threading.Tasks;

class ConvertFile
{
    const string Files = "https://levro.bg/api/v1/files";
    static readonly HttpClient Client = new HttpClient();

    static void Main()
    {
        ConvertPrices().GetAwaiter().GetResult();
    }

    static async Task ConvertPrices()
    {
        var key = Environment.GetEnvironmentVariable("LEVRO_KEY");
        Client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", key);
        var result = await Convert("prices.csv");
        File.WriteAllBytes("prices-eur.csv", await result.Content.ReadAsByteArrayAsync());
        Console.WriteLine("Tokens charged: " + result.Headers.GetValues("Levro-Tokens-Charged").First());
        Console.WriteLine("Warnings: " + result.Headers.GetValues("Levro-Warnings").First());
    }

    static async Task<HttpResponseMessage> Convert(string name)
    {
        var url = Files + "?name=" + Uri.EscapeDataString(name);
        var request = new HttpRequestMessage(HttpMethod.Post, url);
        var file = File.ReadAllBytes(name);
        request.Content = new ByteArrayContent(file);
        request.Content.Headers.ContentType = new MediaTypeHeaderValue("application/octet-stream");
        // The key is that of the file: sent again, it is charged once.
        var key = BitConverter.ToString(SHA256.Create().ComputeHash(file)).Replace("-", "");
        request.Headers.Add("Idempotency-Key", key);
        var response = await Check(await Client.SendAsync(request));
        if ((int)response.StatusCode != 202) return response;
        // More than 20,000 rows: converted after the response.
        var id = Field(await response.Content.ReadAsStringAsync(), "id");
        while (true)
        {
            await Task.Delay(1000);
            var conversion = await Check(await Client.GetAsync(Files + "/" + id));
            var text = await conversion.Content.ReadAsStringAsync();
            var state = Field(text, "state");
            if (state == "failed") throw new Exception(text);
            if (state == "done") return await Check(await Client.GetAsync(Files + "/" + id + "/result"));
        }
    }

    static async Task<HttpResponseMessage> Check(HttpResponseMessage response)
    {
        if (response.IsSuccessStatusCode) return response;
        throw new Exception(await response.Content.ReadAsStringAsync());
    }

    // A program with a JSON library uses that.
    static string Field(string json, string name)
    {
        return Regex.Match(json, "\"" + name + "\":\"([^\"]*)\"").Groups[1].Value;
    }
}
