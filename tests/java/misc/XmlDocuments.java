import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.Attributes;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.DefaultHandler;

/** XML of the JDK: DOM, SAX, XPath, identity transformation, namespaces, entities, errors of documents. */
public class XmlDocuments {
    static final String TEXT = "<?xml version='1.0'?><!DOCTYPE shop [<!ENTITY who 'a shop'><!ATTLIST item kind CDATA 'plain'>]><shop xmlns:p='urn:price'><!-- comment --><item id='1' kind='fruit'>apple<p:price currency=\"EUR\">0.40</p:price></item>"
        + "<item id='2'>b&lt;&#233;&who;</item><?target data?><item id='3'><![CDATA[<raw>&]]></item><empty/></shop>";

    static void tree(Node node, int depth, StringBuilder out) {
        out.append(".".repeat(depth)).append(node.getNodeType()).append(node.getNodeName()).append(node.getNodeValue() == null ? "" : "=" + node.getNodeValue()).append(' ');
        for (Node child = node.getFirstChild(); child != null; child = child.getNextSibling()) tree(child, depth + 1, out);
    }

    public static void main(String[] arguments) throws Exception {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.ENGLISH);
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        DocumentBuilder builder = factory.newDocumentBuilder();
        builder.setErrorHandler(new ErrorHandler() {
            @Override
            public void warning(SAXParseException e) { }

            @Override
            public void error(SAXParseException e) { }

            @Override
            public void fatalError(SAXParseException e) throws SAXParseException {
                throw e;
            }
        });
        Document document = builder.parse(new ByteArrayInputStream(TEXT.getBytes(StandardCharsets.UTF_8)));
        StringBuilder out = new StringBuilder();
        tree(document, 0, out);
        System.out.println(out);
        Element first = (Element) document.getElementsByTagName("item").item(0);
        System.out.println(first.getAttribute("kind") + " " + ((Element) document.getElementsByTagName("item").item(1)).getAttribute("kind") + " " + first.getTextContent() + " " + first.getElementsByTagNameNS("urn:price", "price").item(0).getPrefix() + " " + document.getDoctype().getName() + " " + document.getDocumentElement().getChildNodes().getLength());
        XPath path = XPathFactory.newInstance().newXPath();
        for (String expression : List.of("count(//item)", "//item[@id='2']", "sum(//item/@id)", "string(/shop/item[last()])", "//item[contains(., 'apple')]/@kind", "concat('a', 1 + 2, position())", "//*[local-name()='price'] * 10", "normalize-space('  a  b ')", "substring-after('key=value', '=')", "boolean(//none)", "name(/*/*[2])", "translate('abc', 'ab', 'x')"))
            System.out.println(expression + " = " + path.evaluate(expression, document));
        NodeList nodes = (NodeList) path.evaluate("//item[@id > 1]", document, XPathConstants.NODESET);
        System.out.println(nodes.getLength());
        try {
            path.evaluate("//item[", document);
        } catch (javax.xml.xpath.XPathExpressionException e) {
            System.out.println("bad expression");
        }

        Element added = document.createElementNS("urn:new", "n:added");
        added.setAttribute("quote", "\"<&>'");
        added.appendChild(document.createTextNode("text & more \u20ac"));
        document.getDocumentElement().replaceChild(added, first);
        document.getDocumentElement().appendChild(document.createComment("end")).normalize();
        Transformer transformer = TransformerFactory.newInstance().newTransformer();
        transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
        transformer.setOutputProperty(OutputKeys.INDENT, "yes");
        StringWriter text = new StringWriter();
        transformer.transform(new DOMSource(document), new StreamResult(text));
        System.out.println(text);

        StringBuilder events = new StringBuilder();
        SAXParserFactory.newInstance().newSAXParser().parse(new ByteArrayInputStream(TEXT.getBytes(StandardCharsets.UTF_8)), new DefaultHandler() {
            @Override
            public void startElement(String uri, String local, String name, Attributes attributes) {
                events.append('<').append(name);
                for (int i = 0; i < attributes.getLength(); i++) events.append(' ').append(attributes.getQName(i)).append('=').append(attributes.getValue(i));
                events.append('>');
            }

            @Override
            public void endElement(String uri, String local, String name) {
                events.append("</").append(name).append('>');
            }

            @Override
            public void characters(char[] chars, int start, int length) {
                events.append(chars, start, length);
            }

            @Override
            public void processingInstruction(String target, String data) {
                events.append('?').append(target).append(data);
            }
        });
        System.out.println(events);
        for (String bad : List.of("<a><b></a>", "<a", "<a x='1' x='2'/>", "<a>&none;</a>", "", "<a/><b/>", "<a x=1/>", "<p:a/>", "<a>\u0001</a>")) {
            try {
                builder.parse(new org.xml.sax.InputSource(new StringReader(bad)));
                System.out.println("fine " + bad);
            } catch (SAXParseException e) {
                System.out.println(e.getLineNumber() + ":" + e.getColumnNumber() + " " + e.getMessage());
            }
        }
        String sheet = "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'><xsl:output method='text'/><xsl:template match='/'><xsl:for-each select='//item'><xsl:sort select='@id' order='descending'/><xsl:value-of select='@id'/>:<xsl:choose><xsl:when test=\"@kind='fruit'\">F</xsl:when><xsl:otherwise><xsl:apply-templates/></xsl:otherwise></xsl:choose>;</xsl:for-each></xsl:template></xsl:stylesheet>";
        StringWriter result = new StringWriter();
        TransformerFactory.newInstance().newTransformer(new StreamSource(new StringReader(sheet))).transform(new StreamSource(new StringReader(TEXT)), new StreamResult(result));
        System.out.println(result);
        Locale.setDefault(before);
    }
}
